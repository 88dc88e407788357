import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Table } from '#ui/table/Table.tsx'
import './doing.css'

type Props = Pick<Output<ApiContract['GET /member/application/detail']>, 'rounds'> & {
  /** The class of a card where it stands. */
  card: string
}

/** Shows the changes of each submission with the remarks and the answers to them. */
export const Rounds = ({ rounds, card }: Props) =>
  rounds.map(({ revision, at, changes }) =>
    changes.length === 0 ? null : (
      <section className={`${card} rounds`} key={revision + at}>
        <h2>
          第 {revision} 次提交的改动（{minute(at)}）
        </h2>
        <Table
          caption={`第 ${revision} 次提交的改动`}
          rows={changes}
          keyOf={({ field }) => field}
          columns={[
            {
              name: '栏目',
              cell: ({ label, remark, answer }) => (
                <>
                  {label}
                  {remark && <span className="round-note">要求：{remark}</span>}
                  {answer && <span className="round-note">说明：{answer}</span>}
                </>
              ),
            },
            { name: '原来', cell: ({ before }) => before || '未填写' },
            { name: '现在', cell: ({ after }) => after || '未填写' },
          ]}
        />
      </section>
    ),
  )
