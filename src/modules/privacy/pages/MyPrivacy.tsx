import { Button } from 'antd'
import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Route } from './+types/MyPrivacy'
import { MyAccountDeletion } from './MyAccountDeletion.tsx'

export { myPrivacy as handle } from './screens.ts'

export const clientLoader = listLoader(api => api('GET /member/privacy', {}))

/** Data that the association holds on this member, their consents, and how to export or delete it. */
export default function MyPrivacy({ loaderData }: Route.ComponentProps) {
  const holdings = useLoaded(loaderData)
  return (
    <>
      <section className="centre-card">
        <div className="centre-card-head">
          <h2>我们保存了哪些信息</h2>
          <SaveButton save={() => saveFile('GET /member/privacy/export', {})}>下载我的全部信息</SaveButton>
        </div>
        <DataTable
          caption="我们保存的信息"
          answer={holdings}
          keyOf={({ kind }) => kind}
          empty={{ title: '没有保存任何信息' }}
          columns={[
            { name: '种类', cell: ({ name }) => name },
            { name: '数量', cell: ({ count }) => count, width: '5rem' },
            { name: '用途', cell: ({ purpose }) => purpose },
            { name: '保存多久', cell: ({ retention }) => retention },
          ]}
        />
      </section>
      <Consents />
      <MyAccountDeletion />
    </>
  )
}

function Consents() {
  const answer = useApi('GET /member/consent/list', {})
  const { submit, busy, error } = useSubmit('POST /member/consent/withdraw')
  const withdraw = async (document: string) => {
    if (await submit({ document })) answer.reload()
  }
  return (
    <section className="centre-card">
      <h2>我的同意</h2>
      <Problem>{error?.message}</Problem>
      <DataTable
        caption="我同意过的文件"
        answer={answer}
        keyOf={({ document }) => document}
        empty={{ title: '还没有同意记录' }}
        columns={[
          { name: '文件', cell: ({ title, route }) => (route ? <Link to={route}>{title}</Link> : title) },
          { name: '版本', cell: ({ version }) => version, nowrap: true },
          {
            name: '状态',
            cell: ({ status, statusName }) => <Tag tone={status === 'given' ? 'good' : 'plain'}>{statusName}</Tag>,
            nowrap: true,
          },
          { name: '时间', cell: ({ at }) => minute(at), nowrap: true },
          {
            name: '操作',
            nowrap: true,
            cell: ({ document, title, canWithdraw }) =>
              canWithdraw ? (
                <Button disabled={busy} aria-label={`撤回同意：${title}`} onClick={() => void withdraw(document)}>
                  撤回同意
                </Button>
              ) : (
                '使用账号所必需'
              ),
          },
        ]}
      />
    </section>
  )
}
