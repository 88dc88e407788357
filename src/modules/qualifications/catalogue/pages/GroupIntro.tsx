import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Link } from '#ui/router/router.tsx'
import './groupIntro.css'

type Props = {
  group: Output<ApiContract['GET /app/publicity/qualification/group']>
  kinds: Output<ApiContract['GET /app/publicity/qualification/child/list']>
}

/** Introduction of a group of qualifications, its rules, and how many hold each level. */
export function GroupIntro({ group, kinds }: Props) {
  return (
    <section className="group-grid" aria-label={group.groupName}>
      <div>
        <p>{group.intro}</p>
        <p>
          办事指南：
          {kinds.map(({ childId, childName }) => (
            <Link key={childId} to={`/admin/publicity/qualification/guide/${childId}`}>
              {childName}
            </Link>
          ))}
        </p>
        {group.rules.length > 0 && (
          <p>
            评价办法：
            {group.rules.map(({ id, title }) => (
              <Link key={id} to={`/admin/news/list-info/${id}`}>
                {title}
              </Link>
            ))}
          </p>
        )}
      </div>
      <dl>
        {group.stat
          .filter(({ num }) => num > 0)
          .map(({ childName, levelName, num }) => (
            <div key={childName + levelName}>
              <dt>
                {childName} {levelName}
              </dt>
              <dd>{num}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
