import { defineTrialCondition } from '#lib/server/outbox/send.ts'
import { isTrialNow } from './trial.ts'

defineTrialCondition(isTrialNow)
