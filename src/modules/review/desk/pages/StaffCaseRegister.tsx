import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import './caseRegister.css'

/** 登记情况: what the registers hold about who applies; every line leads to its record, in a window of its own. */
export function StaffCaseRegister({ id }: { id: number }) {
  const answer = useApi('GET /staff/review/register', { id })
  return (
    <section className="desk-card case-register" aria-label="登记情况">
      <h2>登记情况</h2>
      <States answer={answer} lines={3}>
        {parts => <Parts parts={parts} />}
      </States>
    </section>
  )
}

type Part = Output<ApiContract['GET /staff/review/register']>[number]

function Parts({ parts }: { parts: Part[] }) {
  const empty = parts.filter(({ lines }) => lines.length === 0)
  return (
    <>
      {parts
        .filter(({ lines }) => lines.length > 0)
        .map(part => (
          <Lines key={part.code} of={part} />
        ))}
      {empty.length > 0 && <p className="case-register-none">没有查到：{empty.map(({ none }) => none).join('、')}。</p>}
    </>
  )
}

const Lines = ({ of: { title, lines, more } }: { of: Part }) => (
  <>
    <h3>{title}</h3>
    <ul role="list" aria-label={title}>
      {lines.map(line => (
        <li key={line.route + line.title} data-bad={line.isBad || undefined}>
          <Link to={line.route} target="_blank" rel="noopener">
            {line.title}
          </Link>
          <span>{line.about}</span>
        </li>
      ))}
    </ul>
    {more && <p className="case-register-none">只列出前 {lines.length} 条。</p>}
  </>
)
