"""Prints the features of messages and their weights as scikit-learn has them.

One line for each message of each case, TAB-separated: the case, the number of the message, then
feature and weight in turn; texts are UTF-16 in hexadecimal digits.
"""

import sys

from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

CASES = {
    "scikit-learn": CountVectorizer(),
    "scikit-learn,ngrams=1-3": CountVectorizer(ngram_range=(1, 3)),
    "scikit-learn,case=kept": CountVectorizer(lowercase=False),
    "scikit-learn,max-documents=0.2,min-documents=2": CountVectorizer(min_df=2, max_df=0.2),
    "scikit-learn,max-documents=4,min-documents=0.05": CountVectorizer(min_df=0.05, max_df=4),
    "scikit-learn,ngrams=1-2,stop-words=the and 42 мой die": CountVectorizer(
        stop_words=["the", "and", "42", "мой", "die"], ngram_range=(1, 2)
    ),
    "chars": CountVectorizer(analyzer="char"),
    "chars,ngrams=2-5": CountVectorizer(analyzer="char", ngram_range=(2, 5)),
    "chars,case=kept,ngrams=1-2": CountVectorizer(analyzer="char", ngram_range=(1, 2), lowercase=False),
    "chars-within-words,ngrams=1-4": CountVectorizer(analyzer="char_wb", ngram_range=(1, 4)),
    "chars-within-words,ngrams=3-3": CountVectorizer(analyzer="char_wb", ngram_range=(3, 3)),
    "chars-within-words,ngrams=8-9": CountVectorizer(analyzer="char_wb", ngram_range=(8, 9)),
    "scikit-learn,weights=tf-idf": TfidfVectorizer(),
    "scikit-learn,weights=tf-idf:sublinear": TfidfVectorizer(sublinear_tf=True),
    "scikit-learn,weights=tf-idf:not-smooth": TfidfVectorizer(smooth_idf=False),
    "scikit-learn,weights=tf-idf:any-length": TfidfVectorizer(norm=None),
    "chars-within-words,min-documents=2,ngrams=2-4,weights=tf-idf:sublinear:not-smooth:any-length": TfidfVectorizer(
        analyzer="char_wb", ngram_range=(2, 4), min_df=2, sublinear_tf=True, smooth_idf=False, norm=None
    ),
}



def digits(text):
    return text.encode("utf-16-be").hex()


with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
    messages = file.read().split("\n")
for notation, vectorizer in CASES.items():
    rows = vectorizer.fit_transform(messages)
    names = vectorizer.get_feature_names_out()
    for i, row in enumerate(rows):
        cells = [f"{digits(names[j])}\t{float(value)!r}" for j, value in zip(row.indices, row.data)]
        print("\t".join([digits(notation), str(i), *cells]))
