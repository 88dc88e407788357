import { longDay } from '#lib/dates.ts'
import { Icon } from '#ui/Icon.tsx'
import { toneOf } from '../status.ts'
import type { Certificate } from './CertificateSheet.tsx'

type Props = { id: string; of: Certificate['today']; past: boolean }

/** The heading of the result: to rely on, with care, or not; colour, mark and words together. */
export function Verdict({ id, of: { date, certStatus, verdict }, past }: Props) {
  const tone = toneOf(certStatus)
  return (
    <div className={`verdict ${tone}`} role="status">
      <Icon name={tone === 'good' ? 'shield' : tone === 'warn' ? 'clock' : 'close'} size={44} />
      <div>
        <h2 id={id}>
          {verdict[0]}
          <small>{verdict.slice(1).map(more => ` · ${more}`)}</small>
        </h2>
        {past ? `在 ${longDay(date)} 这一天` : `截至今天（${longDay(date)}）`}
      </div>
    </div>
  )
}
