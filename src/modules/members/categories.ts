/** 行业类别: what an organisation does, in the order in which forms and filters offer it. */
export const organisationCategories = [
  { code: 'boilers', name: '锅炉制造' },
  { code: 'installation', name: '锅炉安装改造修理' },
  { code: 'operation', name: '锅炉使用单位' },
  { code: 'waterEquipment', name: '水处理设备' },
  { code: 'chemicals', name: '水处理药剂树脂' },
  { code: 'cleaning', name: '清洗服务' },
  { code: 'testing', name: '检验检测机构' },
  { code: 'efficiency', name: '能效环保' },
  { code: 'research', name: '科研院校' },
  { code: 'design', name: '设计单位' },
  { code: 'burners', name: '燃烧器及辅机' },
  { code: 'association', name: '地方协会' },
  { code: 'other', name: '其他' },
] as const

/** 单位性质 */
export const organisationNatures = [
  { code: 'stateOwned', name: '国有企业' },
  { code: 'private', name: '民营企业' },
  { code: 'foreign', name: '外资企业' },
  { code: 'joint', name: '合资企业' },
  { code: 'institution', name: '事业单位' },
  { code: 'socialOrganisation', name: '社会团体' },
  { code: 'socialService', name: '民办非企业单位' },
  { code: 'university', name: '高等院校' },
  { code: 'other', name: '其他' },
] as const

export type OrganisationCategory = (typeof organisationCategories)[number]['code']
export type OrganisationNature = (typeof organisationNatures)[number]['code']

/** A code that is no longer offered has no name. */
const namesOf = (options: readonly { code: string; name: string }[]) => {
  const names = new Map(options.map(({ code, name }) => [code, name]))
  return (code: string) => names.get(code) ?? ''
}
export const categoryName = namesOf(organisationCategories)
export const natureName = namesOf(organisationNatures)
