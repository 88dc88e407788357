import { code, data, flag, type RegisterFilters, region, text } from '#lib/register/register.ts'

export const organisationFilters = {
  /** Also the whole mobile, landline or name of who acts for it. */
  key: text('名称、信用代码、电话或姓名'),
  provinceCode: region('地区'),
  category: code('行业类别'),
  nature: code('单位性质'),
  tag: code('标签'),
  lacksCode: flag('信用代码待补'),
  /** Answered by `membership`. */
  isMember: flag('会员'),
  own: data('自定义栏目'),
} satisfies RegisterFilters
