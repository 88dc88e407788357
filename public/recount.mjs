#!/usr/bin/env node
/**
 * Checks and recounts the published file of a ballot. It shares no code with the program that held the ballot, needs
 * nothing but Node.js 20 or later and no network, and is short enough to be read first:
 *
 *     node recount.mjs ballot.json
 *
 * It ends with 0 if everything agrees, and else names what does not.
 */
import { readFile } from 'node:fs/promises'
import { webcrypto as crypto } from 'node:crypto'

const subtle = crypto.subtle
const utf8 = text => new TextEncoder().encode(text)
const bytes = base64 => new Uint8Array(Buffer.from(base64, 'base64'))
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** JSON with its keys in order and no blanks: the form that was signed. */
const canonical = value =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(',')}]`
    : value && typeof value === 'object'
      ? `{${Object.keys(value).sort().map(key => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
      : JSON.stringify(value)

async function receiptOf(value) {
  const hash = new Uint8Array(await subtle.digest('SHA-256', utf8(canonical(value))))
  return [...hash.slice(0, 16)].map(byte => SIGNS[byte % 32]).join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** RSASSA-PSS of the registrar over the one-time key (RFC 9474), then ECDSA of the one-time key over the content. */
async function isSigned(ballotId, purpose, registrar, { key, certificate, signature }, content) {
  try {
    const rsa = await subtle.importKey('spki', bytes(registrar), { name: 'RSA-PSS', hash: 'SHA-384' }, false, ['verify'])
    const certified = utf8(`ballot-1 ${purpose} ${ballotId} ${key}`)
    if (!(await subtle.verify({ name: 'RSA-PSS', saltLength: 48 }, rsa, bytes(certificate), certified))) return false
    const own = await subtle.importKey('raw', bytes(key), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const signed = utf8(`ballot-1 signed ${purpose} ${ballotId} ${content}`)
    return await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, own, bytes(signature), signed)
  } catch {
    return false
  }
}

const faults = []
const fault = text => faults.push(text)
const add = (sums, key, units) => sums.set(key, (sums.get(key) ?? 0) + units)

/** Whether a vote keeps the rules of its ballot. */
function isValid(questions, answers) {
  if (answers.length !== questions.length) return false
  return questions.every((question, i) => {
    const { picks, names } = answers[i]
    const known = question.kind === 'yesNo' ? ['yes', 'no', 'abstain'] : question.options.map(option => option.id)
    if (new Set(picks).size !== picks.length || new Set(names).size !== names.length) return false
    if (!picks.every(pick => known.includes(pick))) return false
    if (names.length > 0 && !question.writeIns) return false
    if (names.some(name => name === '' || name.length > 40 || question.options.some(option => option.name === name))) return false
    const chosen = picks.length + names.length
    return chosen >= question.min && chosen <= question.max
  })
}

function needed(share, base) {
  if (!share) return 0
  const part = (base * share.numerator) / share.denominator
  return share.isStrict ? Math.floor(part) + 1 : Math.ceil(part)
}

/** Units by option (`id:` and its id) and by name written in (`name:` and the name). */
function tally(file, question, i, votes) {
  const groups = file.groups?.[question.id] ?? {}
  const ids = question.kind === 'yesNo' ? ['yes', 'no', 'abstain'] : question.options.map(option => option.id)
  const sums = new Map(ids.map(id => [`id:${id}`, 0]))
  const keyOf = typed => {
    const name = groups[typed] ?? typed
    const option = question.options.find(one => one.name === name)
    return name === '' ? undefined : option ? `id:${option.id}` : `name:${name}`
  }
  const rankings = []
  for (const { weight, answers } of votes) {
    const { picks, names } = answers[i]
    const chosen = new Set([...picks.map(id => `id:${id}`), ...names.map(keyOf).filter(Boolean)])
    if (question.kind === 'ranked') {
      rankings.push({ weight, picks })
      if (picks.length > 0) add(sums, `id:${picks[0]}`, weight)
    } else for (const key of chosen) add(sums, key, weight)
  }
  const paper = file.paper?.questions.find(one => one.id === question.id)
  for (const [id, units] of Object.entries(paper?.units ?? {})) add(sums, `id:${id}`, units)
  for (const [name, units] of Object.entries(paper?.names ?? {})) if (keyOf(name)) add(sums, keyOf(name), units)
  return { sums, rankings }
}

function elected(sums, seats, least) {
  const won = new Set()
  const levels = [...new Set(sums.values())].filter(units => units > 0 && units >= least).sort((a, b) => b - a)
  for (const units of levels) {
    const level = [...sums.keys()].filter(key => sums.get(key) === units)
    if (won.size + level.length > seats) break
    for (const key of level) won.add(key)
  }
  return won
}

function instantRunOff(ids, rankings) {
  let inRace = [...ids]
  while (true) {
    const units = new Map(inRace.map(id => [id, 0]))
    for (const { weight, picks } of rankings) {
      const first = picks.find(id => units.has(id))
      if (first !== undefined) add(units, first, weight)
    }
    const all = [...units.values()].reduce((a, b) => a + b, 0)
    if (all === 0) return undefined
    const winner = inRace.find(id => units.get(id) > all / 2)
    if (winner !== undefined) return winner
    const least = Math.min(...units.values())
    const last = inRace.filter(id => units.get(id) === least)
    const others = inRace.filter(id => units.get(id) !== least)
    if (others.length === 0) return undefined
    if (last.length > 1 && least > 0 && least * last.length >= Math.min(...others.map(id => units.get(id)))) return undefined
    inRace = others
  }
}

function recount(file) {
  const { questions } = file.ballot
  const all = file.votes.map(vote => ({ weight: vote.weight ?? 1, answers: vote.answers }))
  const valid = all.filter(vote => isValid(questions, vote.answers))
  const units = votes => votes.reduce((sum, vote) => sum + vote.weight, 0)
  const cast = units(valid) + (file.paper?.cast ?? 0)
  if (cast !== file.result.cast) fault(`有效票：公布 ${file.result.cast}，重新计算 ${cast}`)
  const rejected = units(all) - units(valid) + (file.paper?.rejected ?? 0)
  if (rejected !== file.result.rejected) fault(`无效票：公布 ${file.result.rejected}，重新计算 ${rejected}`)
  questions.forEach((question, i) => {
    const said = file.result.questions[i]
    const { sums, rankings } = tally(file, question, i, valid)
    for (const option of said.options) {
      const key = option.id ? `id:${option.id}` : `name:${option.name}`
      const counted = sums.get(key) ?? 0
      if (counted !== option.units) fault(`${question.title}，${option.name}：公布 ${option.units} 票，重新计算 ${counted} 票`)
      sums.has(key) || sums.set(key, 0)
    }
    for (const key of sums.keys())
      if (sums.get(key) > 0 && !said.options.some(option => (option.id ? `id:${option.id}` : `name:${option.name}`) === key))
        fault(`${question.title}：${key} 有 ${sums.get(key)} 票，没有公布`)
    const yes = sums.get('id:yes') ?? 0
    const no = sums.get('id:no') ?? 0
    const base = { cast, received: cast + rejected, decided: yes + no, roll: file.roll.units }[question.shareOf]
    const least = needed(question.share, base)
    if (question.kind === 'yesNo') {
      const passes = yes > no && yes >= least
      if (passes !== said.passes) fault(`${question.title}：公布${said.passes ? '通过' : '未通过'}，重新计算${passes ? '通过' : '未通过'}`)
      return
    }
    const winner = question.kind === 'ranked' ? instantRunOff(question.options.map(option => option.id), rankings) : undefined
    const won = question.kind === 'ranked' ? new Set(winner === undefined ? [] : [`id:${winner}`]) : elected(sums, question.seats, least)
    for (const option of said.options) {
      const isElected = won.has(option.id ? `id:${option.id}` : `name:${option.name}`)
      if (isElected !== option.isElected) fault(`${question.title}，${option.name}：公布${option.isElected ? '当选' : '未当选'}，重新计算${isElected ? '当选' : '未当选'}`)
    }
  })
}

async function checkSecret(file) {
  const { id } = file.ballot
  const seen = new Set()
  for (const envelope of file.envelopes) {
    const { receipt, ...content } = envelope
    if (receipt !== (await receiptOf(content))) fault(`信封 ${receipt}：内容与回执不符，已被改动`)
    if (!(await isSigned(id, 'envelope', file.keys.envelope, envelope, envelope.sealed)))
      fault(`信封 ${receipt}：签名不符，已被改动`)
    if (seen.has(envelope.key)) fault(`信封 ${receipt}：同一投票权用了两次`)
    seen.add(envelope.key)
  }
  let n = 0
  for (const vote of file.votes) {
    n++
    const name = `第 ${n} 张选票（${vote.key.slice(0, 16)}…）`
    if (!(await isSigned(id, 'vote', file.keys.vote, vote, canonical(vote.answers)))) fault(`${name}：签名不符，已被改动`)
    if (seen.has(vote.key)) fault(`${name}：同一投票权用了两次`)
    seen.add(vote.key)
  }
  for (const receipt of file.spoiled)
    if (!file.envelopes.some(envelope => envelope.receipt === receipt)) fault(`没有回执为 ${receipt} 的信封，却列为打不开`)
  if (file.votes.length + file.spoiled.length !== file.envelopes.length)
    fault(`信封 ${file.envelopes.length} 个，选票 ${file.votes.length} 张，打不开的 ${file.spoiled.length} 个，合不上`)
  if (file.envelopes.length > file.roll.onlineUnits)
    fault(`信封 ${file.envelopes.length} 个，多于领取的投票权 ${file.roll.onlineUnits} 个`)
}

async function checkNamed(file) {
  const voters = new Set()
  for (const vote of file.votes) {
    const { receipt, ...content } = vote
    if (receipt !== (await receiptOf({ ...content, ballot: file.ballot.id }))) fault(`${vote.voter} 的选票：内容与回执 ${receipt} 不符，已被改动`)
    if (voters.has(vote.voter)) fault(`${vote.voter} 的选票有两张`)
    voters.add(vote.voter)
  }
}

const [path] = process.argv.slice(2)
if (!path) {
  console.error('用法：node recount.mjs 公布文件.json')
  process.exit(2)
}
const file = JSON.parse(await readFile(path, 'utf8'))
if (file.format !== 'ballot-1') {
  console.error('不是投票的公布文件，或版本不同')
  process.exit(2)
}
await (file.ballot.secrecy === 'secret' ? checkSecret(file) : checkNamed(file))
recount(file)
if ((file.paper ? file.paper.cast + file.paper.rejected : 0) > file.roll.paperUnits) fault('纸质选票多于发出的')
console.log(`${file.ballot.title}：投票人 ${file.roll.voters}，网上 ${file.roll.online}，纸质 ${file.roll.paper}；选票 ${file.votes.length} 张`)
for (const text of faults) console.log(`✗ ${text}`)
if (faults.length === 0) console.log('✓ 签名、回执和重新计票与公布的一致')
process.exit(faults.length === 0 ? 0 : 1)
