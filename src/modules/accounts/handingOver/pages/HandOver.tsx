import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField } from '#lib/form/form.ts'
import { type ActForMany, type ActResult, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { States } from '#ui/States.tsx'
import './handOver.css'

type Piece = Output<ApiContract['GET /staff/colleague/work']>[number]
/** Numbered through all kinds of work. */
type Row = { id: number; piece: Piece }

/** Lists the work assigned to a colleague who is away, and hands all of it over to another. */
export function HandOver({ of }: { of: { id: number; displayName: string } }) {
  const answer = useApi('GET /staff/colleague/work', { id: of.id })
  const { data } = useApi('GET /staff/deputy/own', {})
  const me = useStaff()
  const others = [{ id: me.id, name: `${me.displayName}（我）` }, ...(data?.colleagues ?? [])].filter(
    ({ id }) => id !== of.id,
  )
  return (
    <section className="desk-card">
      <h2>手上的工作</h2>
      <States
        answer={answer}
        empty={{
          when: pieces => pieces.length === 0,
          title: '没有指派给这位同事的工作',
          children: '只列出您有权移交的工作。',
        }}
      >
        {pieces => (
          <>
            <ul className="hand-over" role="list">
              {pieces.map(({ work, id, workName, title, note, route }) => (
                <li key={`${work} ${id}`}>
                  <span>{workName}</span> <Link to={route}>{title}</Link> <small>{note}</small>
                </li>
              ))}
            </ul>
            <div className="form-actions">
              <ActsOnMany
                rows={pieces.map((piece, i): Row => ({ id: i + 1, piece }))}
                nameOf={({ piece }) => piece.title}
                unit="件工作"
                acts={[actOf(of.displayName, others)]}
                changed={answer.reload}
                send={(_act, numbers, { toId }) =>
                  handOverPieces(pieces, numbers, { fromId: of.id, toId: Number(toId) })
                }
                takeBack={(_act, done, { toId }) =>
                  handOverPieces(
                    pieces,
                    done.map(({ id }) => id),
                    { fromId: Number(toId), toId: of.id },
                  )
                }
              />
            </div>
          </>
        )}
      </States>
    </section>
  )
}

function actOf(name: string, others: readonly { id: number; name: string }[]): ActForMany<'handOver'> {
  const options = others.map(one => ({ code: String(one.id), name: one.name }))
  const fields: FormField[] = [{ name: 'toId', label: '移交给', section: '', kind: 'choice', required: true, options }]
  return {
    code: 'handOver',
    name: '移交全部工作',
    intro: `${name}手上列出的全部工作交给另一位同事，对方会收到通知；岗位、地区或事项不符的留在原处。`,
    fields,
    back: `这些工作回到${name}手上。`,
  }
}

/** Kind after kind, each piece under its number on this screen. */
async function handOverPieces(
  pieces: readonly Piece[],
  numbers: readonly number[],
  parties: { fromId: number; toId: number },
) {
  const results: ActResult[] = []
  const some = numbers.map(number => ({ number, piece: pieces[number - 1]! }))
  for (const [work, ofKind] of Map.groupBy(some, ({ piece }) => piece.work)) {
    const ids = ofKind.map(({ piece }) => piece.id)
    const told = await browserApi('POST /staff/colleague/handOver', { ...parties, work, ids })
    results.push(
      ...told.map(({ id, done, message }) => ({
        id: ofKind.find(({ piece }) => piece.id === id)!.number,
        done,
        message,
      })),
    )
  }
  return results
}
