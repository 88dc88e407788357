import { defineProfileUses, type ProfileUse } from '#modules/members/server/profileRules.ts'
import { qualificationKind, qualificationLevel } from './tables.ts'

/** Levels ask for capital, titles and shares of the staff, which are read from the profiles. */
defineProfileUses(async ({ db }) => {
  const [levels, kinds] = await Promise.all([
    db.select({ requirement: qualificationLevel.requirement }).from(qualificationLevel),
    db.select({ rules: qualificationKind.holderRules }).from(qualificationKind),
  ])
  const asks = (...what: (keyof (typeof levels)[number]['requirement'])[]) =>
    levels.some(({ requirement }) => what.some(one => requirement[one]))
  const uses: (ProfileUse | false)[] = [
    asks('capital') && {
      kind: 'organisation',
      name: 'registeredCapital',
      why: '资质级别的条件要求注册资本，取自单位资料，不能不问',
    },
    kinds.some(({ rules }) => rules.some(({ share }) => share)) && {
      kind: 'organisation',
      name: 'staffTotal',
      why: '资质的条件要求持证人员占职工的比例，职工总数取自单位资料，不能不问',
    },
    asks('senior', 'middle', 'junior') && {
      kind: 'person',
      name: 'jobTitle',
      why: '资质级别的条件按职称计人数，取自个人资料，不能不问',
    },
  ]
  return uses.filter(use => use !== false)
})
