import { listLoader } from '#layouts/screenLoader.ts'
import { FeesOnMany } from '#modules/membership/fees/pages/FeesOnMany.tsx'
import { InviteChosen } from '#modules/membership/invitations/pages/InviteChosen.tsx'
import { memberFilters } from '#modules/membership/memberFilters.ts'
import { members } from '#modules/membership/pages/registers.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import type { Route } from './+types/StaffMembers'
import { MemberStatusTag } from './MemberStatusTag.tsx'
import { MembersOnMany } from './MembersOnMany.tsx'

export { staffMembers as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, levels, branches, tags] = await Promise.all([
    members.load(api, address),
    api('GET /app/publicity/member/type/list', {}),
    api('GET /staff/branch/choices', {}),
    api('GET /staff/organisation/tags', {}),
  ])
  return { ...list, levels, branches, tags }
})

/** The register of members, those who left included. */
export default function StaffMembers({ loaderData }: Route.ComponentProps) {
  const { levels, branches, tags } = loaderData
  const levelOptions = levels.map(({ type, typeName }) => ({ code: String(type), name: typeName }))
  return (
    <RegisterTable
      of={members}
      loaded={loaderData}
      unit="个会员"
      filters={registerFilters(memberFilters, {
        levelCode: levelOptions,
        branch: branches,
        tag: tags,
      })}
      acts={(rows, done) => (
        <>
          <MembersOnMany rows={rows} levels={levelOptions} done={done} />
          <FeesOnMany rows={rows} done={done} />
          <InviteChosen members={rows.map(({ id }) => id)} done={done} />
          <WriteToChosen register="member" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      empty={{ title: '还没有会员', children: <p>入会申请通过后，会员会列在这里。</p> }}
      cells={{
        statusName: ({ status, statusName }) => <MemberStatusTag status={status} name={statusName} />,
      }}
    />
  )
}
