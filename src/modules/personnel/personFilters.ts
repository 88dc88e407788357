import { code, data, type RegisterFilters, region, seldom, text } from '#lib/register/register.ts'

export const personFilters = {
  /** A whole name, mobile or identity number. */
  key: text('完整姓名'),
  kindCode: code('证书种类'),
  validKindCode: seldom(code('有效证书的种类')),
  tag: code('标签'),
  provinceCode: region('地区'),
  /** Title as registered. */
  jobTitle: seldom(text('职称')),
  /** Part of the employer's name, its pinyin or its credit code. */
  employer: text('工作单位'),
  own: data('自定义栏目'),
} satisfies RegisterFilters
