import { bindForm } from '#lib/server/forms/bindForm.ts'
import { awardCall } from '#modules/awards/server/tables.ts'
import { callFields } from '../callForm.ts'
import { ruleBindings } from './ruleForm.ts'

export const callForm = bindForm(callFields, awardCall, { ...ruleBindings, hides: 'hidesApplicants' }).besides({
  id: true,
  kindId: true,
  year: true,
  noticeArticleId: true,
  templateFileId: true,
  state: true,
  version: true,
  actorName: true,
  createdAt: true,
  updatedAt: true,
})
