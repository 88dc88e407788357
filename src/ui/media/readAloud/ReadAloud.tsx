import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { type Passage, passagesIn } from './passages.ts'
import { chineseVoice, type Reading, readerOf } from './reader.ts'
import './readAloud.css'

type Reader = ReturnType<typeof readerOf>
type Props = { close: () => void }

const RATES = [
  { rate: 0.75, name: '慢' },
  { rate: 1, name: '标准' },
  { rate: 1.5, name: '快' },
]

/** Reads the page aloud: which paragraph it is at is marked; pause, go on, stop, speed. */
export default function ReadAloud({ close }: Props) {
  const [reader, setReader] = useState<Reader>()
  const [passages, setPassages] = useState<Passage[]>([])
  const [reading, setReading] = useState<Reading>({ at: 0, state: 'reading' })
  const [hasNoVoice, setHasNoVoice] = useState(false)
  const first = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    let opened: Reader | undefined
    let current = true
    const found = passagesIn(document.querySelector('main article') ?? document.querySelector('main')!)
    setPassages(found)
    chineseVoice().then(voice => {
      if (!current) return
      if (!voice) return setHasNoVoice(true)
      opened = readerOf(found, voice, setReading)
      setReader(opened)
      opened.goOn()
    })
    first.current?.focus()
    return () => {
      current = false
      opened?.stop()
    }
  }, [])
  useMark(reading.state === 'ended' ? undefined : passages[reading.at]?.element)

  const isReading = reading.state === 'reading'
  return (
    <section className="read-aloud" aria-label="朗读">
      {hasNoVoice ? (
        <p role="alert">这个浏览器没有中文语音，不能朗读。可以换用 Edge、Safari，或在系统设置中添加中文语音。</p>
      ) : (
        <>
          <p>{tell(reading, passages.length)}</p>
          <button
            ref={first}
            type="button"
            aria-disabled={!reader}
            onClick={() => (isReading ? reader?.pause() : reader?.goOn())}
          >
            <Icon name={isReading ? 'pause' : 'play'} size={18} />
            {isReading ? '暂停' : reading.state === 'paused' ? '继续' : '再读一遍'}
          </button>
          <label>
            语速
            <select defaultValue={1} onChange={event => reader?.setRate(Number(event.target.value))}>
              {RATES.map(({ rate, name }) => (
                <option key={rate} value={rate}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <button type="button" onClick={close}>
        <Icon name="close" size={18} />
        {hasNoVoice ? '关闭' : '停止'}
      </button>
    </section>
  )
}

const tell = ({ at, state }: Reading, count: number) =>
  state === 'ended' ? '读完了' : `${state === 'paused' ? '停在' : '正在读'}第 ${at + 1} 段，共 ${count} 段`

/** The paragraph that is being read: seen as such, and in sight. */
function useMark(element: Element | undefined) {
  useEffect(() => {
    if (!element) return
    element.setAttribute('data-read-aloud', '')
    const { top, bottom } = element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight * 0.8) element.scrollIntoView({ block: 'center' })
    return () => element.removeAttribute('data-read-aloud')
  }, [element])
}
