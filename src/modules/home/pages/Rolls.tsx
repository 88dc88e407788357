import { Link } from 'react-router'
import { shortDay } from '#lib/dates.ts'
import { Ticker } from '#ui/media/Ticker.tsx'
import { Section } from '#ui/Section.tsx'
import type { Home } from './Home.tsx'
import './rolls.css'

/** The three scrolling public notices, the newest thirty of each register (spec.md section 9). */
export function Rolls({ persons, qualifications, joined }: Pick<Home, 'persons' | 'qualifications' | 'joined'>) {
  return (
    <div className="rolls">
      <div className="wrap rolls-grid">
        <Section title="单位能力评价公示" more={{ to: '/admin/publicity/qualification', name: '更多单位能力评价公示' }}>
          <Ticker rows={qualifications} keyOf={row => row.certNo} name="单位能力评价公示" empty="暂无公示">
            {row => (
              <div className="roll">
                <b>{row.orgName}</b>
                <span>
                  {row.childName} {row.levelName}
                </span>
                <time dateTime={row.issueDate}>{row.issueDate}</time>
              </div>
            )}
          </Ticker>
        </Section>
        <Section title="人员证书公示" more={{ to: '/admin/publicity/person', name: '更多人员证书公示' }}>
          <Ticker rows={persons} keyOf={row => row.id} name="人员证书公示" empty="暂无公示">
            {row => (
              <div className="roll">
                <b>
                  {row.name}
                  <small>{row.orgName}</small>
                </b>
                <span>
                  {row.kindName} {row.levelName}
                </span>
                <time dateTime={row.issueDate}>{row.issueDate}</time>
              </div>
            )}
          </Ticker>
        </Section>
        <Section title="新入会单位" more={{ to: '/admin/publicity/member', name: '更多会员单位' }}>
          <Ticker rows={joined} keyOf={row => row.id} name="新入会单位" empty="暂无会员">
            {row => (
              <div className="roll">
                <b>
                  <Link to={`/admin/publicity/member/${row.id}`}>{row.orgName}</Link>
                </b>
                <span>
                  {row.provinceName} · {row.typeName}
                </span>
                <time dateTime={row.joinDate}>{shortDay(row.joinDate)}</time>
              </div>
            )}
          </Ticker>
        </Section>
      </div>
    </div>
  )
}
