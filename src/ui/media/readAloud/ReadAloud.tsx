import './readAloud.css'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'

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
          <p>{statusText(reading, passages.length)}</p>
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

const statusText = ({ at, state }: Reading, count: number) =>
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

type Reading = { at: number; state: 'reading' | 'paused' | 'ended' }

const VOICES_TIMEOUT_MS = 1500

/** The voice for Chinese, one of the device itself where there is one; undefined: this browser has none. */
async function chineseVoice(): Promise<SpeechSynthesisVoice | undefined> {
  if (!('speechSynthesis' in window)) return undefined
  const find = () => {
    const chinese = speechSynthesis.getVoices().filter(({ lang }) => /^(zh|cmn)\b/i.test(lang.replace('_', '-')))
    const mainland = chinese.filter(({ lang }) => /cn|hans/i.test(lang))
    return [...mainland, ...chinese].find(({ localService }) => localService) ?? mainland[0] ?? chinese[0]
  }
  if (speechSynthesis.getVoices().length > 0) return find()
  // Some browsers ask the system for them first.
  await new Promise(resolve => {
    speechSynthesis.addEventListener('voiceschanged', resolve, { once: true })
    setTimeout(resolve, VOICES_TIMEOUT_MS)
  })
  return find()
}

/**
 * Reads passages one after the other. Pausing ends what is being said and going on says that sentence again: phones do not
 * know how to pause.
 */
function readerOf(passages: Passage[], voice: SpeechSynthesisVoice, tell: (reading: Reading) => void) {
  const sentences = passages.flatMap(({ text }, passage) => sentencesOf(text).map(text => ({ text, passage })))
  let next = 0
  let rate = 1
  let said: SpeechSynthesisUtterance | undefined

  const hush = () => {
    said = undefined
    speechSynthesis.cancel()
  }
  const say = () => {
    const sentence = sentences[next]
    if (!sentence) {
      hush()
      return tell({ at: -1, state: 'ended' })
    }
    const utterance = Object.assign(new SpeechSynthesisUtterance(sentence.text), { voice, lang: voice.lang, rate })
    const goOn = () => {
      // The event also fires for cancelled utterances.
      if (said !== utterance) return
      next++
      say()
    }
    utterance.onend = goOn
    utterance.onerror = goOn
    said = utterance
    speechSynthesis.speak(utterance)
    tell({ at: sentence.passage, state: 'reading' })
  }
  return {
    goOn: say,
    pause: () => {
      hush()
      tell({ at: sentences[next]?.passage ?? -1, state: 'paused' })
    },
    stop: hush,
    setRate: (wanted: number) => {
      rate = wanted
      if (!said) return
      hush()
      say()
    },
  }
}

/** Passage read in one go and highlighted meanwhile. */
type Passage = { element: Element; text: string }

const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, li, tr, dt, dd, blockquote, figcaption, pre'
/** Elements that are not text of the page: controls, links, adverts. */
const EXCLUDED =
  'nav, button, select, form, aside, script, style, svg, [aria-hidden="true"], .hidden-text, .article-about'

/** The text of a page, paragraph by paragraph, as it is seen. */
function passagesIn(root: Element): Passage[] {
  const passages: Passage[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let lastCell: Element | null = null
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement!
    const text = walker.currentNode.textContent!.replace(/\s+/g, ' ')
    if (!text.trim() || parent.closest(EXCLUDED) || !parent.checkVisibility()) continue
    const element = parent.closest(BLOCKS) ?? parent
    const cell = parent.closest('td, th')
    const last = passages.at(-1)
    if (last?.element === element) last.text += cell === lastCell ? text : `，${text}`
    else passages.push({ element, text })
    lastCell = cell
  }
  return passages.map(({ element, text }) => ({ element, text: text.trim() }))
}

/** Longer ones fall silent in some browsers before they end. */
const MAX_SENTENCE_CHARS = 120

/** A passage sentence by sentence; what is too long for one breath is cut where it pauses, or anywhere. */
function sentencesOf(text: string): string[] {
  const parts = text.match(/[^。！？；!?]+[。！？；!?”’）]*|[。！？；!?]+/g) ?? []
  const cut = parts.flatMap(part =>
    part.length <= MAX_SENTENCE_CHARS ? [part] : (part.match(/.{1,110}[，、：,]|.{1,110}/gs) ?? []),
  )
  return cut.map(part => part.trim()).filter(Boolean)
}
