import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { AdvertDays } from './AdvertDays.tsx'
import { type OwnAdvert, rateOf } from './advertViews.ts'

/** 投放数据: how often it was seen and clicked, day by day. */
export function AdvertStats({ of: { id } }: { of: OwnAdvert }) {
  const answer = useApi('GET /cms/adverti/stats', { id })
  return (
    <section className="centre-card">
      <h2>投放数据</h2>
      <States answer={answer} lines={6}>
        {stats => (
          <>
            <ul className="my-figures advert-figures" role="list">
              {[
                ['浏览', withCommas(stats.views)],
                ['点击', withCommas(stats.clicks)],
                ['点击率', rateOf(stats)],
              ].map(([name, value]) => (
                <li key={name}>
                  <b>{value}</b>
                  <span>{name}</span>
                </li>
              ))}
            </ul>
            <AdvertDays days={stats.days} />
            <SaveButton save={() => saveFile('GET /cms/adverti/stats/export', { id })}>导出每天的数据</SaveButton>
          </>
        )}
      </States>
    </section>
  )
}
