import { type Passage, sentencesOf } from './passages.ts'

export type Reading = { at: number; state: 'reading' | 'paused' | 'ended' }

const VOICES_COME_WITHIN = 1500

/** The voice for Chinese, one of the device itself where there is one; undefined: this browser has none. */
export async function chineseVoice(): Promise<SpeechSynthesisVoice | undefined> {
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
    setTimeout(resolve, VOICES_COME_WITHIN)
  })
  return find()
}

/**
 * Reads passages one after the other. Pausing ends what is being said and going on says that sentence again: phones do not
 * know how to pause.
 */
export function readerOf(passages: Passage[], voice: SpeechSynthesisVoice, tell: (reading: Reading) => void) {
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
      // What was ended before its time says so, too.
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
