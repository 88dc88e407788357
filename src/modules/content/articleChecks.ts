import type { FieldErrors } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { type ArticleValues, keywordsIn, labels, limits } from './articleValues.ts'

const hasContent = (html: string) => /<(img|video)\b/.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''

/**
 * Returns, by field, the errors that block publishing or submitting an article. A publishing time must be later than
 * `now`.
 */
export function problemsOf(values: ArticleValues, now: Date): FieldErrors {
  const errors: FieldErrors = {}
  if (values.title.trim() === '') errors.title = '请填写标题'
  if (values.catalogId === null) errors.catalogId = '请选择栏目'
  if (!hasContent(values.content) && values.externalUrl.trim() === '') errors.content = '请填写正文，或填写外部链接'
  for (const name of typedKeys(limits)) {
    const max = limits[name]
    const { length } = [...values[name].trim()]
    if (length > max) errors[name] = `${labels[name]}不能超过 ${max} 个字，现有 ${length} 个`
  }
  if (keywordsIn(values.keywords).length > 10) errors.keywords = '关键词不能超过 10 个'
  if (values.externalUrl.trim() && !isUrl(values.externalUrl.trim()))
    errors.externalUrl = '外部链接应以 https:// 或 http:// 开头'
  if (values.publishTime && new Date(values.publishTime) > now)
    errors.publishTime = '发布时间还没有到；要在以后发布，请用“定时发布”'
  if (values.files.some(({ name }) => name === '')) errors.files = '请填写每个附件的名称'
  return errors
}

const isUrl = (text: string) => /^https?:\/\/[^\s<>"'\\]+$/i.test(text) && URL.canParse(text)

/** Returns warnings that do not block publishing. */
export function warningsOf(values: ArticleValues): string[] {
  const pictures = [...values.content.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag)
  const mute = pictures.filter(tag => !/ alt="[^"]*\S[^"]*"/.test(tag)).length
  const plainLinks = [...values.content.matchAll(/ href="http:\/\/[^"]*"/gi)].length
  return [
    ...(values.summary.trim() ? [] : ['没有摘要：列表和搜索结果里只会显示标题']),
    ...(values.source.trim() ? [] : ['没有填写来源']),
    ...(mute ? [`有 ${mute} 张图片没有说明，看不见图片的人不知道图上是什么`] : []),
    ...(plainLinks ? [`有 ${plainLinks} 个链接不是 https，读者打开时可能看到安全提示`] : []),
    ...(/^http:/i.test(values.externalUrl.trim()) ? ['外部链接不是 https，读者打开时可能看到安全提示'] : []),
  ]
}
