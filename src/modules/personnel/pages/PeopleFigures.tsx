import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import './people.css'

const CERTIFICATES = '/admin/user/persons/certificates'

type Stat = Output<ApiContract['GET /person/stat']>

/** How many people, and how their certificates stand; each number leads to those it counts. */
export const PeopleFigures = ({ answer }: { answer: Answer<Stat> }) => (
  <section className="centre-card">
    <h2>人员与证书</h2>
    <States answer={answer}>{stat => <Figures stat={stat} />}</States>
  </section>
)

function Figures({ stat: { persons, certified, valid, expiring, expired, byKind } }: { stat: Stat }) {
  return (
    <>
      <ul className="people-figures" role="list">
        <li>
          <b>{persons}</b>
          <Link to="/admin/user/persons">在册人员</Link>
          <small>其中 {certified} 人持有效证书</small>
        </li>
        <li>
          <b>{valid}</b>
          <Link to={`${CERTIFICATES}?status=valid`}>有效证书</Link>
          <small>含即将到期的</small>
        </li>
        <li data-heed={expiring > 0 || undefined}>
          <b>{expiring}</b>
          <Link to={`${CERTIFICATES}?status=expiring`}>90 天内到期</Link>
          <small>{expiring > 0 ? '请安排换证' : '近期不需要换证'}</small>
        </li>
        <li data-heed={expired > 0 || undefined}>
          <b>{expired}</b>
          <Link to={`${CERTIFICATES}?status=expired`}>已过期</Link>
          <small>{expired > 0 ? '不再计入持证人员' : '没有过期的证书'}</small>
        </li>
      </ul>
      {byKind.length > 0 && (
        <ul className="people-kinds" role="list" aria-label="各种类的有效证书">
          {byKind.map(({ kindId, kindName, num }) => (
            <li key={kindName}>
              {kindId === null ? (
                kindName
              ) : (
                <Link to={`${CERTIFICATES}?kindId=${kindId}&status=valid`}>{kindName}</Link>
              )}{' '}
              <b>{num}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
