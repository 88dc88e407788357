import { plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { type ArticleValues, keywordsIn } from '../../articleValues.ts'
import { articleWords } from '../words.ts'

const orNull = (typed: string) => typed.trim() || null

/** Converts values to columns of the article. */
export function toColumns(values: ArticleValues) {
  const { content, coverId, coverX, coverY, isTop, isRed, effectiveOn, noticeEndTime } = values
  const [title, summary, docNo] = [values.title.trim(), values.summary.trim(), values.docNo.trim()]
  const keywords = keywordsIn(values.keywords)
  const plain = plainText(content)
  return {
    title,
    summary,
    keywords,
    content,
    plain,
    coverId,
    coverX,
    coverY,
    coverCaption: values.coverCaption.trim(),
    isTop,
    isRed,
    effectiveOn,
    catalogueId: values.catalogId!,
    docNo: orNull(docNo),
    externalUrl: orNull(values.externalUrl),
    subTitle: orNull(values.subTitle),
    author: orNull(values.author),
    source: orNull(values.source),
    seoTitle: orNull(values.seoTitle),
    seoDescription: orNull(values.seoDescription),
    noticeEndsAt: noticeEndTime ? new Date(noticeEndTime) : null,
    words: articleWords({ title, docNo, keywords, summary, plain }),
  }
}
