import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { FeesOnMany } from '#modules/membership/fees/pages/FeesOnMany.tsx'
import { InviteChosen } from '#modules/membership/invitations/pages/InviteChosen.tsx'
import { memberFilters } from '#modules/membership/memberFilters.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import type { Route } from './+types/StaffMembers'
import { MemberStatusTag } from './MemberStatusTag.tsx'
import { MembersOnMany } from './MembersOnMany.tsx'

export { staffMembers as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...asked } = readRegisterQuery(memberFilters, query)
  const [page, levels, branches, tags] = await Promise.all([
    api('GET /staff/member/list', { ...asked, pageNum, pageSize }),
    api('GET /app/publicity/member/type/list', {}),
    api('GET /staff/branch/choices', {}),
    api('GET /staff/organisation/tags', {}),
  ])
  return { asked, page, levels, branches, tags }
})

/** The register of members, those who left included. */
export default function StaffMembers({ loaderData }: Route.ComponentProps) {
  const { asked, levels, branches, tags } = loaderData
  const answer = useLoaded(loaderData.page)
  const levelOptions = levels.map(({ type, typeName }) => ({ code: String(type), name: typeName }))
  return (
    <section className="desk-card">
      <RegisterTable
        register="member"
        caption="会员名册"
        answer={answer}
        path="/staff/members"
        unit="个会员"
        filters={registerFilters(memberFilters, {
          levelCode: levelOptions,
          branch: branches,
          tag: tags,
        })}
        asked={asked}
        save={given => saveFile('GET /staff/member/export', given)}
        pageOf={page => browserApi('GET /staff/member/list', { ...asked, ...page })}
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
    </section>
  )
}
