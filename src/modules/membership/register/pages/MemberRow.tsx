import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'

type Member = Output<ApiContract['GET /app/publicity/member/list']>['list'][number]

/** A member in the directory; a person has no page of its own. */
export function MemberRow({ member }: { member: Member }) {
  const isOrganisation = member.kind === 'organisation'
  return (
    <li className="member-row">
      {member.logo ? (
        <img src={member.logo} alt="" width="200" height="200" loading="lazy" />
      ) : (
        <span className="member-mark">{(member.personName ?? member.orgName)[0]}</span>
      )}
      <div>
        <h2>
          {isOrganisation ? (
            <Link to={`/admin/publicity/member/${member.id}`}>{member.orgName}</Link>
          ) : (
            member.personName
          )}
        </h2>
        <p className="member-about">
          <Tag tone="water">{member.typeName}</Tag>
          <span>{member.provinceName}</span>
          <span>{isOrganisation ? member.categoryNames.join('、') : member.orgName}</span>
        </p>
        {member.mainBusiness && <p className="member-business">{member.mainBusiness}</p>}
        <p className="member-number">
          {member.memberNo} · {member.joinDate.slice(0, 4)} 年入会
        </p>
      </div>
    </li>
  )
}
