import type { FormRow } from '#lib/form/form.ts'
import { Field } from '#ui/form/Field.tsx'
import type { Seats } from './useSeats.ts'

type Props = { rows: readonly FormRow[]; seats: Seats; error: string | undefined }

/**
 * States who gets a place and who waits before submission; lets the registrant choose if places suffice only for some.
 */
export function SeatsChoice({ rows, seats: { left, choice, choose }, error }: Props) {
  if (rows.length === 0 || rows.length <= left) return null
  if (left === 0)
    return (
      <p className="enrol-seats" role="status">
        现在没有空余名额：提交后 {rows.length} 人全部候补，有空缺时按先后通知，不候补到不收费。
      </p>
    )
  const others = rows.length - left
  const choices = [
    {
      wish: 'split' as const,
      name: `先报 ${left} 人、其余候补`,
      note: `${namesOf(rows.slice(0, left))}有座位；${namesOf(rows.slice(left))}候补，另有一个报名编号。按填写的次序，可以调整。`,
    },
    { wish: 'wait' as const, name: `${rows.length} 人全部候补`, note: `等到有 ${rows.length} 个空余名额时一起参加。` },
  ]
  return (
    <div className="enrol-seats">
      <Field
        name="seats"
        label="名额不够"
        required
        group
        hint={`只余 ${left} 席，您报了 ${rows.length} 人，有 ${others} 人要候补。`}
        error={error}
      >
        {({ id, ...described }) => (
          <div id={id} role="radiogroup" aria-labelledby={`${id}-label`} {...described}>
            {choices.map(({ wish, name, note }) => (
              <label key={wish} className="enrol-seat">
                <input type="radio" name="seats" checked={choice === wish} onChange={() => choose(wish)} />
                <span>
                  <b>{name}</b>
                  <small>{note}</small>
                </span>
              </label>
            ))}
          </div>
        )}
      </Field>
    </div>
  )
}

/** 张三、李四; of many the first ones. */
function namesOf(rows: readonly FormRow[]): string {
  const names = rows.slice(0, 3).map(({ name }) => String(name ?? '') || '未填写姓名者')
  return names.join('、') + (rows.length > 3 ? `等 ${rows.length} 人` : '')
}
