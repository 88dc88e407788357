import { minute } from '#lib/dates.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableColumn } from '#ui/table/Table.tsx'

type SignIn = { id: number; device: string; address: string; createdAt: string; seenAt: string }

export const signInColumns: TableColumn<Omit<SignIn, 'id' | 'device'>>[] = [
  { name: '地址', cell: ({ address }) => address || '未知' },
  { name: '登录于', cell: ({ createdAt }) => minute(createdAt), nowrap: true },
  { name: '最近使用', cell: ({ seenAt }) => minute(seenAt), nowrap: true },
]

type Props = { userName: string; sessions: SignIn[] }

/** Current sessions of another account, for administrators. */
export const SignIns = ({ userName, sessions }: Props) => (
  <section className="desk-card">
    <h2>现有的登录</h2>
    <DataTable
      caption={`${userName} 现有的登录`}
      answer={{ data: sessions, error: undefined, loading: false, reload: () => {} }}
      empty={{ title: '现在没有登录' }}
      columns={[{ name: '设备', cell: ({ device }) => device }, ...signInColumns]}
    />
  </section>
)
