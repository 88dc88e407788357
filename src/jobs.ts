import type { Job } from '#lib/server/jobs.ts'
import { forgetSent, sendDue } from '#lib/server/outbox/send.ts'
import { purgeAccounts } from '#modules/accounts/server/purge.ts'
import { sweepFiles } from '#modules/files/server/sweeping.ts'
import { forgetHandovers } from '#modules/members/server/handovers.ts'
import { remindOfExpiry } from '#modules/members/server/reminders.ts'
import { keepCalendar } from '#modules/review/server/calendar.ts'

/** What the program does by itself, by the clock of Shanghai. */
export const jobs: Job[] = [
  // New messages leave at once; this is for those that could not.
  { name: 'outbox', cron: '* * * * *', run: ctx => sendDue(ctx, ctx.now) },
  { name: 'keepCalendar', cron: '5 0 * * *', run: keepCalendar },
  { name: 'forgetSent', cron: '10 3 * * *', run: ctx => forgetSent(ctx, ctx.now) },
  { name: 'purgeAccounts', cron: '20 3 * * *', run: purgeAccounts },
  { name: 'sweepFiles', cron: '30 3 * * *', run: sweepFiles },
  { name: 'forgetHandovers', cron: '40 3 * * *', run: forgetHandovers },
  // By day: nobody wants a text at night.
  { name: 'remindOfExpiry', cron: '0 9 * * *', run: remindOfExpiry },
]
