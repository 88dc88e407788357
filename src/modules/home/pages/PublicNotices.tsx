import type { ReactNode } from 'react'
import { shortDay } from '#lib/dates.ts'
import { Ticker } from '#ui/media/Ticker.tsx'
import { Link } from '#ui/router/router.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import type { Block, Home } from './Home.tsx'
import './rolls.css'

const rollKinds = ['qualificationRoll', 'personRoll', 'memberRoll'] as const
type RollKind = (typeof rollKinds)[number]
type RollBlock = Block & { kind: RollKind }
export const isRoll = (block: Block): block is RollBlock => rollKinds.some(kind => kind === block.kind)

const registers: Record<RollKind, string> = {
  qualificationRoll: '/admin/publicity/qualification',
  personRoll: '/admin/publicity/person',
  memberRoll: '/admin/publicity/member',
}

/** Public notices that scroll, the newest thirty of each register (spec.md section 9), one register at a time. */
export const PublicNotices = ({ blocks, home }: { blocks: RollBlock[]; home: Home }) => (
  <section className="rolls" aria-label="公示">
    <div className="wrap">
      <Tabs
        label="公示"
        tabs={blocks.map(block => ({
          name: block.heading,
          content: (
            <>
              <Roll block={block} home={home} />
              <Link className="rolls-more" to={registers[block.kind]}>
                {`更多${block.heading}`}
              </Link>
            </>
          ),
        }))}
      />
    </div>
  </section>
)

function Roll({ block: { kind, heading }, home }: { block: RollBlock; home: Home }) {
  switch (kind) {
    case 'qualificationRoll':
      return (
        <Ticker rows={home.qualifications} keyOf={row => row.certNo} name={heading} empty="暂无公示">
          {row => <Line name={row.orgName} about={`${row.childName} ${row.levelName}`} day={row.issueDate} />}
        </Ticker>
      )
    case 'personRoll':
      return (
        <Ticker rows={home.persons} keyOf={row => row.id} name={heading} empty="暂无公示">
          {row => (
            <Line name={row.name} of={row.orgName} about={`${row.kindName} ${row.levelName}`} day={row.issueDate} />
          )}
        </Ticker>
      )
    case 'memberRoll':
      return (
        <Ticker rows={home.joined} keyOf={row => row.id} name={heading} empty="暂无会员">
          {row => (
            <Line
              name={<a href={`/admin/publicity/member/${row.id}`}>{row.orgName}</a>}
              about={`${row.provinceName} · ${row.typeName}`}
              day={shortDay(row.joinDate)}
            />
          )}
        </Ticker>
      )
  }
}

type LineProps = { name: ReactNode; of?: string; about: string; day: string }
const Line = ({ name, of, about, day }: LineProps) => (
  <>
    <b>
      {name}
      {of && <small>{of}</small>}
    </b>
    <span>{about}</span>
    <time>{day}</time>
  </>
)
