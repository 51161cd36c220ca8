/// Lanewise for LangChain4j: [org.lanewise.langchain4j.LanewiseTextClassifier] classifies texts by
/// a model of their embeddings.
package org.lanewise.langchain4j;
