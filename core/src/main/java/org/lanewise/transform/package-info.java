/// Transforms of rows that are applied before a model and belong to it: unit length, powers,
/// standardisation, linear maps, random features, indicators of categories.
package org.lanewise.transform;
