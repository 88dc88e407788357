import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { WithEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import type { Tone } from '#ui/Tag.tsx'
import type { AdvertStatus } from '../advertStatus.ts'

export type OwnAdvert = Output<ApiContract['GET /cms/adverti/list']>['list'][number]
export type AdvertInfo = Output<ApiContract['GET /cms/adverti/user/info']>
/** With the earlier applications that its form may be filled from. */
export type ShownAdvert = AdvertInfo & WithEarlier

/** Application that is filled in: the change of a running advert, or the advert itself. */
export const applicationIdOf = ({ mode, advert }: AdvertInfo) =>
  (mode === 'change' ? advert?.change?.id : advert?.applicationId) ?? null

export type Prices = Output<ApiContract['GET /cms/adverti/contact']>

const tones: Partial<Record<AdvertStatus, Tone>> = {
  running: 'good',
  scheduled: 'water',
  submitted: 'water',
  paying: 'water',
  returned: 'warn',
  unpaid: 'warn',
  rejected: 'bad',
  takenDown: 'bad',
}
export const advertTone = (status: AdvertStatus): Tone => tones[status] ?? 'plain'

/** Clicks in percent of views. */
export const rateOf = ({ views, clicks }: { views: number; clicks: number }) =>
  views ? `${((clicks / views) * 100).toFixed(2)}%` : '—'

export const MY_ADVERTS = '/admin/user/adverts'
