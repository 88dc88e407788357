import { typedKeys } from './keys.ts'

/** Parts of the business that an association may do without; what it does not use is not shown. */
export const partNames = {
  qualifications: '单位能力评价',
  personnel: '人员与人员证书',
  training: '培训',
  awards: '奖励',
  adverts: '会员广告',
} as const

export type Part = keyof typeof partNames
export const partCodes = typedKeys(partNames)

/** Services of others that the settings of the program name; what is not set up is not shown. */
export const serviceCodes = ['payments', 'sm2Seal'] as const

export type InUse = Part | (typeof serviceCodes)[number]
export const inUseCodes = [...partCodes, ...serviceCodes] as const

/** Reports whether an item is shown: it belongs to one of the parts in use, or to none. */
export const isInUse = (inUse: readonly InUse[], parts?: readonly InUse[]): boolean =>
  parts === undefined || parts.some(part => inUse.includes(part))
