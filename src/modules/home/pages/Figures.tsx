import { useInUse } from '#layouts/useParts.ts'
import { minute } from '#lib/dates.ts'
import type { Part } from '#lib/parts.ts'
import { Icon } from '#ui/Icon.tsx'
import { Form } from '#ui/router/router.tsx'
import type { Home } from './Home.tsx'
import './figures.css'
import { withCommas } from '#lib/words/numbers.ts'

/** Counts of the association's registers, and the form to verify a certificate. */
export function Figures({ figures }: { figures: NonNullable<Home['figures']> }) {
  // Zero counts are hidden.
  const counted = figures.list.filter(({ num }) => num > 0)
  const digits = counted.map(({ num }) => String(num)).join('').length
  const certificates = useInUse(CERTIFICATES)
  return (
    <section className="figures" aria-label="数字与证书查验">
      <div className="wrap figures-grid">
        <dl data-long={digits > MAX_DIGITS_IN_ROW || undefined}>
          {counted.map(({ code, name, num, unit, route }) => (
            <div key={code}>
              <dt>{route ? <a href={route}>{name}</a> : name}</dt>
              <dd>
                <b>{withCommas(num)}</b>
                {unit}
              </dd>
            </div>
          ))}
        </dl>
        <Form action="/admin/verify" className="check">
          <label htmlFor="check-number">
            <Icon name="shield" size={22} /> 证书查验
          </label>
          <div>
            <input
              id="check-number"
              name="number"
              required
              maxLength={60}
              placeholder="输入证书编号"
              autoComplete="off"
            />
            <button type="submit">查验</button>
          </div>
          <p>{`${certificates.map(({ name }) => name).join('、')}证书可查，也可扫描证书上的二维码`}</p>
        </Form>
        {counted.length > 0 && (
          <p className="figures-time">
            按登记库统计于 <time>{minute(figures.updateTime)}</time>
          </p>
        )}
      </div>
    </section>
  )
}

/** Approximate number of digits above which the figures beside the form need a smaller size on a wide screen. */
const MAX_DIGITS_IN_ROW = 22

const CERTIFICATES: { name: string; parts?: readonly Part[] }[] = [
  { name: '单位', parts: ['qualifications'] },
  { name: '人员', parts: ['personnel'] },
  { name: '会员' },
]
