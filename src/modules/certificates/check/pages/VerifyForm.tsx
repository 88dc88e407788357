import { dayOf } from '#lib/dates.ts'
import { Form, Link, useNavigation } from '#ui/router/router.tsx'

type Asked = { number?: string; token?: string; on?: string }

/** Number and, if wanted, a day; a code that was scanned stays in the address while the day is changed. */
export function VerifyForm({ asked, problem }: { asked: Asked; problem: string | null }) {
  const busy = useNavigation().state === 'loading'
  return (
    <Form className="verify-form" aria-label="查验一张证书" key={`${asked.number}${asked.on}`}>
      {asked.token && !asked.number ? (
        <input type="hidden" name="token" value={asked.token} />
      ) : (
        <div className="verify-number">
          <label htmlFor="number">证书编号</label>
          <input
            id="number"
            name="number"
            required
            maxLength={60}
            defaultValue={asked.number ?? ''}
            placeholder="如 XH-AB01-A-2025-0012"
            autoComplete="off"
            aria-describedby={problem ? 'verify-problem' : undefined}
            aria-invalid={problem ? true : undefined}
          />
        </div>
      )}
      <div>
        <label htmlFor="on">查询哪一天的状态（可不填）</label>
        <input
          id="on"
          name="on"
          type="date"
          max={dayOf(new Date())}
          defaultValue={asked.on ?? ''}
          suppressHydrationWarning
        />
      </div>
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? '正在查验…' : '查验'}
      </button>
      {asked.token && !asked.number && (
        <p className="verify-other">
          <Link to="/admin/verify">查验另一张证书</Link>
        </p>
      )}
      {problem && (
        <p id="verify-problem" role="alert" className="problem">
          {problem}
        </p>
      )}
    </Form>
  )
}
