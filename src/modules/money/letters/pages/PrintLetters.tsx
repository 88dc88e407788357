import './letters.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Refusal } from '#lib/error.ts'
import { type FormField, type FormValues, optionsOf } from '#lib/form/form.ts'
import { sumAmounts } from '#lib/money.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { type LetterKind, letterKindNames, MAX_ROWS_PER_LETTER } from '../../letterWords.ts'
import { type Given, LetterPreview } from './LetterPreview.tsx'
import type { Which } from './letterViews.ts'

/** Days until the day that the letter names, unless the cashier says another. */
const USUAL_TERM_DAYS = 15

const fields: FormField[] = [
  {
    name: 'letter',
    label: '函件',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf(letterKindNames),
    hint: '催缴函只列已过期限的款项，并写明逾期天数',
  },
  { name: 'payBy', label: '请对方缴纳的期限', section: '', kind: 'day', required: true, hint: '印在信里' },
]

type Props = { which: Which; whose: string; done: () => void; label?: string; usual?: LetterKind }

/** Button that prints letters: it says first to whom they go and who gets none. Nothing for who may only read. */
export function PrintLetters({ label = '打印缴费通知、催缴函', ...rest }: Props) {
  // Keeps the selection that the dialog was opened with, even if it changes meanwhile.
  const [asked, ask] = useState<Props>()
  if (!useMay('staff:finance')) return null
  return (
    <>
      <Button onClick={() => ask(rest)}>{label}</Button>
      {asked && <PrintDialog {...asked} close={() => ask(undefined)} />}
    </>
  )
}

function PrintDialog({ which, whose, done, usual = 'notice', close }: Props & { close: () => void }) {
  const [values, setValues] = useState<FormValues>({
    letter: usual,
    payBy: addDays(dayOf(new Date()), USUAL_TERM_DAYS),
  })
  const [given, give] = useState<Given>({})
  const [{ busy, error }, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const navigate = useNavigate()
  const letter = values.letter as LetterKind
  const answer = useApi('GET /staff/letter/preview', { ...which, letter })
  const addresses = Object.entries(given)
    .filter(([, { address }]) => address.trim())
    .map(([key, address]) => ({ key, ...address }))
  // Whose address was typed in stands in the sums, too.
  const more = answer.data?.withoutAddress.list.filter(({ key }) => addresses.some(one => one.key === key)) ?? []
  const expected = (answer.data?.letters ?? 0) + sumAmounts(more.map(lettersTo))
  const print = async () => {
    setState({ busy: true })
    try {
      const asked = { ...which, letter, payBy: String(values.payBy ?? ''), expected, addresses }
      const made = await browserApi('POST /staff/letter/print', asked)
      if (made.letterId === null) return void navigate(`/staff/letters/batches/${made.batchId}`)
      await saveFile('GET /staff/letter/file', { id: made.letterId })
      announce(`已编 ${made.first}，文件已下载`)
      close()
      done()
    } catch (problem) {
      setState({ busy: false, error: toRefusal(problem) })
    }
  }
  const faults = Object.fromEntries(
    Object.entries(error?.fields ?? {}).map(([name, fault]) => {
      const [, place] = /^addresses\.(\d+)\./.exec(name) ?? []
      return [place === undefined ? name : (addresses[Number(place)]?.key ?? name), fault]
    }),
  )
  const ofFields = Object.fromEntries(fields.flatMap(({ name }) => (faults[name] ? [[name, faults[name]]] : [])))
  const isReady = expected > 0 && answer.data?.problem === '' && !answer.loading
  return (
    <Modal title="打印缴费通知书、催缴函" open onCancel={close} footer={null} width="min(46rem, 100vw - 1rem)">
      <p>给{whose}的每个缴费人编一封信，列出其中全部待缴的款项；编号后不再变，可以随时再打印。</p>
      <Form fields={fields} values={values} onChange={setValues} errors={ofFields} onSubmit={() => void print()}>
        <States answer={answer} lines={4}>
          {preview => (
            <LetterPreview of={preview} letters={expected} more={more} given={given} give={give} faults={faults} />
          )}
        </States>
        {error && Object.keys(ofFields).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy} disabled={!isReady}>
            {isReady ? `编号并打印 ${expected} 封` : '编号并打印'}
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </Form>
    </Modal>
  )
}

/** Who owes very much gets several letters. */
const lettersTo = ({ receivables }: { receivables: number }) => Math.ceil(receivables / MAX_ROWS_PER_LETTER)
