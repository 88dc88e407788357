import { shortDay } from '#lib/dates.ts'
import { Ticker } from '#ui/media/Ticker.tsx'
import { Section } from '#ui/Section.tsx'
import type { Block, Home } from './Home.tsx'
import { moreLink } from './moreLink.ts'
import './rolls.css'

type TickerProps<Name extends keyof Home> = Pick<Home, Name> & { block: Block }

/** Public notices that scroll, the newest thirty of each register (spec.md section 9). */
export const QualificationTicker = ({ block, qualifications }: TickerProps<'qualifications'>) => (
  <Section title={block.heading} more={moreLink(block, '/admin/publicity/qualification')}>
    <Ticker rows={qualifications} keyOf={row => row.certNo} name={block.heading} empty="暂无公示">
      {row => (
        <>
          <b>{row.orgName}</b>
          <span>{`${row.childName} ${row.levelName}`}</span>
          <time>{row.issueDate}</time>
        </>
      )}
    </Ticker>
  </Section>
)

export const PersonTicker = ({ block, persons }: TickerProps<'persons'>) => (
  <Section title={block.heading} more={moreLink(block, '/admin/publicity/person')}>
    <Ticker rows={persons} keyOf={row => row.id} name={block.heading} empty="暂无公示">
      {row => (
        <>
          <b>
            {row.name}
            <small>{row.orgName}</small>
          </b>
          <span>{`${row.kindName} ${row.levelName}`}</span>
          <time>{row.issueDate}</time>
        </>
      )}
    </Ticker>
  </Section>
)

export const MemberTicker = ({ block, joined }: TickerProps<'joined'>) => (
  <Section title={block.heading} more={moreLink(block, '/admin/publicity/member')}>
    <Ticker rows={joined} keyOf={row => row.id} name={block.heading} empty="暂无会员">
      {row => (
        <>
          <b>
            <a href={`/admin/publicity/member/${row.id}`}>{row.orgName}</a>
          </b>
          <span>{`${row.provinceName} · ${row.typeName}`}</span>
          <time>{shortDay(row.joinDate)}</time>
        </>
      )}
    </Ticker>
  </Section>
)
