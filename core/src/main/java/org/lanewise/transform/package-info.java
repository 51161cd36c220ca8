/// Transforms of rows that come before a model and are a part of it: unit length, powers,
/// standardisation, linear maps, random features.
package org.lanewise.transform;
