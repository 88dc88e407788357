import { typedKeys } from '#lib/keys.ts'

export const bodyKindNames = {
  assembly: '会员大会',
  delegates: '会员代表大会',
  council: '理事会',
  standing: '常务理事会',
  supervisors: '监事会',
  secretariat: '秘书处',
  branch: '分支机构',
  committee: '委员会',
  other: '其他机构',
} as const
export type BodyKind = keyof typeof bodyKindNames
export const bodyKinds = typedKeys(bodyKindNames)

/** Bodies that the program itself names: applications go to their meetings, and the assembly has the members. */
export const ownBodies = {
  assembly: { name: '会员大会', kind: 'assembly' },
  council: { name: '理事会', kind: 'council' },
  standing: { name: '常务理事会', kind: 'standing' },
  secretariat: { name: '秘书长办公会', kind: 'secretariat' },
  awards: { name: '奖励委员会', kind: 'committee' },
} as const satisfies Record<string, { name: string; kind: BodyKind }>
export const isOwnBody = (code: string): boolean => Object.hasOwn(ownBodies, code)

export const sexNames = { male: '男', female: '女' } as const
export const sexes = typedKeys(sexNames)
