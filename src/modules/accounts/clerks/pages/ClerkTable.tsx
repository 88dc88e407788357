import { Button, Popconfirm } from 'antd'
import { browserApi } from '#api/browser.ts'
import { minute } from '#lib/dates.ts'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Clerk } from './Clerks.tsx'

type Acts = { edit: (of: Clerk) => void; act: (done: Promise<unknown>) => Promise<void> }
type Props = Acts & { clerks: Clerk[]; mayManage: boolean }

const tones: Record<Clerk['state'], Tone> = { active: 'good', invited: 'water', expired: 'plain' }

export const ClerkTable = ({ clerks, mayManage, ...acts }: Props) => (
  <Table
    caption="本单位的经办人"
    rows={clerks}
    columns={[
      {
        name: '姓名',
        cell: of => (
          <>
            {of.name} {of.isOwner && <Tag tone="good">负责人</Tag>} {of.isSelf && <Tag tone="water">本人</Tag>}
          </>
        ),
      },
      { name: '手机号', cell: of => of.phone, nowrap: true },
      { name: '可以办理', cell: of => of.dutyNames.join('、') },
      {
        name: '状态',
        cell: of => (
          <>
            <StateTag of={of} tones={tones} /> {minute(of.since)}
          </>
        ),
      },
      { name: '最近办理', cell: of => (of.lastSeenAt ? minute(of.lastSeenAt) : '—'), nowrap: true },
      ...(mayManage ? [actsOf(acts)] : []),
    ]}
  />
)

const actsOf = (acts: Acts): TableColumn<Clerk> => ({
  name: '操作',
  cell: of => !of.isOwner && <ClerkActs of={of} {...acts} />,
})

function ClerkActs({ of, edit, act }: Acts & { of: Clerk }) {
  const isActive = of.state === 'active'
  return (
    <span className="acts">
      <Button size="small" onClick={() => edit(of)}>
        修改<span className="hidden-text">{of.name}</span>
      </Button>
      {isActive && (
        <Popconfirm
          title={`把本单位账号移交给${of.name}？`}
          description="此后由其负责，单位原来的用户名不再能登录，您会立即退出。"
          okText="移交"
          cancelText="取消"
          onConfirm={() => act(browserApi('POST /member/clerk/handOver', { id: of.id }))}
        >
          <Button size="small">
            移交<span className="hidden-text">给{of.name}</span>
          </Button>
        </Popconfirm>
      )}
      <Popconfirm
        title={isActive ? `移除${of.name}？` : `撤回给${of.name}的邀请？`}
        description={isActive ? '其登录立即不能再办理本单位事务。' : undefined}
        okText={isActive ? '移除' : '撤回'}
        cancelText="取消"
        onConfirm={() => act(browserApi('POST /member/clerk/end', { id: of.id }))}
      >
        <Button size="small" danger>
          {isActive ? '移除' : '撤回邀请'}
          <span className="hidden-text">：{of.name}</span>
        </Button>
      </Popconfirm>
    </span>
  )
}
