import { isOwnCode } from '#modules/ownFields/ownFieldForm.ts'
import { defineOwnRecord } from '#modules/ownFields/server/recordTypes.ts'
import { MEMBER } from '../words.ts'
import { columns } from './imports/members.ts'
import { member } from './tables.ts'

defineOwnRecord({
  type: MEMBER,
  order: 20,
  name: '会员',
  unit: '个',
  table: member,
  labels: async ctx => (await columns(ctx)).flatMap(({ name, label }) => (isOwnCode(name) ? [] : label)),
  isFilledByHolder: false,
  isShown: true,
  route: condition => `/staff/members?own=${condition}`,
})
