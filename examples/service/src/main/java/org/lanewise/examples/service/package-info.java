/// An HTTP server that scores rows of JSON.
package org.lanewise.examples.service;
