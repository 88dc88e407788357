import { defineSmsChoice } from '#lib/server/outbox/smsInUse.ts'
import { readSetting } from '#modules/settings/server/settings.ts'

defineSmsChoice(async ctx => (await readSetting(ctx, 'smsProvider'))?.provider)
