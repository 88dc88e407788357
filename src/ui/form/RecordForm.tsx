import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import { AWAITING_APPROVAL, isRefusal, type Refusal } from '#lib/error.ts'
import { changedFields, type FieldErrors, type FormField, type FormValues } from '#lib/form/form.ts'
import { withoutEmptyRows } from '#lib/form/formReading.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { type DoubtfulWord, findDoubtfulWords } from './doubtfulWords.ts'
import { Form } from './Form.tsx'
import type { Filler } from './Rows.tsx'

type Props = {
  fields: readonly FormField[]
  /** Values on the server; newer ones may arrive while the user types. */
  values: FormValues
  /** Version of these values; absent for a new record. */
  version?: string
  /** Throws what the server refuses. */
  save: (form: FormValues, version: string | undefined) => Promise<unknown>
  /** Asks for the values anew. */
  reload: () => void
  onCancel: () => void
  /** Rows that can be taken over into `rows` fields, derived from the typed values. */
  fillers?: (typed: FormValues) => Record<string, Filler>
  /** Labels of errors that are not about a field of this list. */
  labelOf?: (name: string) => string | undefined
  /** Below the fields, of what is typed: a preview, or what no line of a form can hold. */
  children?: (typed: FormValues, change: (values: FormValues) => void, errors: FieldErrors) => ReactNode
}

/** Changes one record. Who comes second sees what is there now beside what was typed, and decides. */
export function RecordForm({ fields, values, version, save, reload, onCancel, children, fillers, labelOf }: Props) {
  const [typed, setTyped] = useState(values)
  const [seen, setSeen] = useState(version)
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const [doubtful, setDoubtful] = useState<readonly DoubtfulWord[]>([])
  const send = async (against: string | undefined) => {
    setState({ busy: true })
    // Removes empty rows from the form, too: the server's errors refer to rows by position.
    const sent = withoutEmptyRows(fields, typed)
    setTyped(sent)
    const found = await findDoubtfulWords(fields, sent, values, labelOf)
    setDoubtful(found)
    // Who has read the same list before and saves again means it.
    if (found.length > 0 && JSON.stringify(found) !== JSON.stringify(doubtful)) return setState({ busy: false })
    try {
      await save(sent, against)
    } catch (error) {
      if (isRefusal(error) && error.code === 409) reload()
      setState({ busy: false, error: toRefusal(error) })
    }
  }
  const take = () => {
    setTyped(values)
    setSeen(version)
    setState({ busy: false })
  }
  const { busy, error } = state
  const isClash = error?.code === 409 && version !== seen
  return (
    <Form
      fields={fields}
      values={typed}
      onChange={setTyped}
      errors={error?.fields}
      message={error?.fields && error.message}
      labelOf={labelOf}
      fillers={fillers?.(typed)}
      onSubmit={() => void send(seen)}
    >
      {children?.(typed, setTyped, error?.fields ?? {})}
      {doubtful.length > 0 && (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title="公开以前请核对"
          description={
            <>
              <ul>
                {doubtful.map(({ label, found, instead, why, around }) => (
                  <li key={`${label} ${found} ${around}`}>
                    {label}：<b>{found}</b>
                    {why && `（${why}）`}
                    {instead && `，建议写“${instead}”`}
                    {around !== found && `　${around}`}
                  </li>
                ))}
              </ul>
              核对无误，请再按一次“保存”。
            </>
          }
        />
      )}
      {error && !error.fields && (
        <Alert
          role="alert"
          type={error.code === AWAITING_APPROVAL ? 'info' : 'warning'}
          showIcon
          title={error.message}
          description={isClash && <Differences fields={fields} typed={typed} now={values} />}
        />
      )}
      <div className="form-actions">
        {isClash ? (
          <>
            <Button type="primary" loading={busy} onClick={() => void send(version)}>
              用我填写的内容保存
            </Button>
            <Button onClick={take}>改用现在的内容</Button>
          </>
        ) : (
          <>
            <Button type="primary" htmlType="submit" loading={busy}>
              保存
            </Button>
            <Button onClick={onCancel}>取消</Button>
          </>
        )}
      </div>
    </Form>
  )
}

type Two = { fields: readonly FormField[]; now: FormValues; typed: FormValues }

const Differences = ({ fields, now, typed }: Two) => {
  const changed = changedFields(fields, now, typed)
  return (
    <ul>
      {fields
        .filter(({ name }) => changed.includes(name))
        .map(field => (
          <li key={field.name}>
            {field.label}：现在是“{fieldText(field, now[field.name]) || '空'}”，您填写的是“
            {fieldText(field, typed[field.name]) || '空'}”
          </li>
        ))}
    </ul>
  )
}
