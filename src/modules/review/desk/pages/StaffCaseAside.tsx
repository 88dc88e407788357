import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

type Aside = Output<ApiContract['GET /staff/review/detail']>['aside'][number]

/** What the register says of the applicant, beside what the applicant says. */
export const StaffCaseAside = ({ of: { title, facts, link } }: { of: Aside }) => (
  <section className="desk-card case-aside">
    <h2>{title}</h2>
    {facts.length > 0 && (
      <dl className="facts">
        {facts.map(({ label, text, isBad }) => (
          <div key={label} data-bad={isBad || undefined}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    )}
    {link && (
      <p className="form-actions">
        <Link className="button" to={link.route}>
          {link.name}
        </Link>
      </p>
    )}
  </section>
)
