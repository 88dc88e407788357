import type { Measure } from '#lib/server/monitoring/measures.ts'
import type { Config } from '#lib/server/process/config.ts'
import { countCodesWithin } from './codeCounts.ts'

const HOUR = 3_600_000

export const accountMeasures = ({ limits }: Pick<Config, 'limits'>): readonly Measure[] => [
  {
    name: 'hangxie_codes_sent',
    help: 'Codes by SMS that were asked for and allowed, within the last hour and the last day.',
    labels: ['window'],
    read: async of => [
      { labels: { window: 'hour' }, value: await countCodesWithin(of, HOUR) },
      { labels: { window: 'day' }, value: await countCodesWithin(of, 24 * HOUR) },
    ],
  },
  {
    name: 'hangxie_codes_budget',
    help: 'How many codes by SMS the site may send in an hour and in a day.',
    labels: ['window'],
    read: async () => [
      { labels: { window: 'hour' }, value: limits.siteCodesPerHour },
      { labels: { window: 'day' }, value: limits.siteCodesPerDay },
    ],
  },
]
