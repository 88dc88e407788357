import { Fragment } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { MemberLink } from '#modules/membership/register/pages/MemberLink.tsx'

type Winner = Output<ApiContract['GET /app/publicity/award/list']>['list'][number]

/** One award in one year: a section for each level, the highest first. */
export function AwardYear({ winners }: { winners: Winner[] }) {
  const { year, kindName, kind } = winners[0]!
  const levels = [...Map.groupBy(winners, ({ levelName }) => levelName)]
  const id = `award-${kind}-${year}`
  return (
    <section className="award-year" aria-labelledby={id}>
      <h2 id={id}>
        {year} 年度{kindName}
      </h2>
      {levels.map(([level, ours]) => (
        <section key={level} className="award-level">
          <h3>
            {level} <small>{ours.length} 项</small>
          </h3>
          <ol role="list">
            {ours.map(winner => (
              <WinnerRow key={winner.id} of={winner} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

export function WinnerRow({ of, prize }: { of: Winner; prize?: string }) {
  const { organisations, persons, withdrawn } = of
  const about = [prize, of.subTypeName, of.groupName && `${of.groupName.replace(/组$/, '')}组`]
    .filter(Boolean)
    .join(' · ')
  return (
    <li id={`winner-${of.id}`} className="winner" data-withdrawn={withdrawn ? true : undefined}>
      <p className="winner-name">
        {withdrawn ? <s>{of.name}</s> : of.name} {withdrawn && <b className="winner-withdrawn">已撤销</b>}
      </p>
      {about && <p className="winner-about">{about}</p>}
      <dl>
        <Names of={organisations} name="单位" members={of.members} />
        <Names of={persons} name="人员" />
      </dl>
      {withdrawn && (
        <p className="winner-why">
          {longDay(withdrawn.date)}撤销奖励：{withdrawn.reason}
        </p>
      )}
    </li>
  )
}

const Names = ({ name, of, members = [] }: { name: string; of: string[]; members?: Winner['members'] }) =>
  of.length > 0 && (
    <div>
      <dt>{name}</dt>
      <dd>
        {of.map((each, i) => (
          <Fragment key={each}>
            {i > 0 && '、'}
            <MemberLink name={each} id={members.find(one => one.name === each)?.id ?? null} />
          </Fragment>
        ))}
      </dd>
    </div>
  )
