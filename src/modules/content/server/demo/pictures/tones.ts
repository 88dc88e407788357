/** Colour scheme of a whole picture, consistently light or dark. */
export type Tone = {
  /** Background, top and bottom. */
  sky: [string, string]
  floor: string
  /** Lines of the drawing, and those of the paper. */
  ink: string
  faint: string
  /** Round metal: lit, middle, in shade. */
  steel: [string, string, string]
  /** Flat surfaces that face us, and those that turn away. */
  face: string
  side: string
  /** Colour of openings and interiors. */
  hollow: string
  water: [string, string]
  accent: string
  steam: string
}

const paper: Tone = {
  sky: ['#ffffff', '#dfeef8'],
  floor: '#c9e0f1',
  ink: '#083a64',
  faint: '#bfdaee',
  steel: ['#a9cfea', '#2b7bbd', '#0b4a7f'],
  face: '#ffffff',
  side: '#13609f',
  hollow: '#062b4a',
  water: ['#9ccbec', '#2b7bbd'],
  accent: '#d9480f',
  steam: '#b9d6ec',
}

const mist: Tone = {
  ...paper,
  sky: ['#d2e6f4', '#a9cde8'],
  floor: '#86b6da',
  ink: '#062b4a',
  faint: '#f1f7fc',
  steel: ['#7db4de', '#13609f', '#083a64'],
  face: '#f1f7fc',
  side: '#0b4a7f',
  steam: '#f1f7fc',
}

const dawn: Tone = { ...paper, sky: ['#eaf3fa', '#fff3ea'], floor: '#d3e2ee', faint: '#d5e3ee' }

const deep: Tone = {
  sky: ['#052440', '#0b4a7f'],
  floor: '#062b4a',
  ink: '#bfdaee',
  faint: '#2a6ca6',
  steel: ['#ffffff', '#bfdaee', '#4a90c8'],
  face: '#dfeef8',
  side: '#2b7bbd',
  hollow: '#041d34',
  water: ['#8cc4ec', '#13609f'],
  accent: '#f0662c',
  steam: '#dfeef8',
}

const azure: Tone = {
  ...deep,
  sky: ['#0b4a7f', '#2b7bbd'],
  floor: '#0b4a7f',
  ink: '#dfeef8',
  faint: '#5a9fd4',
  steel: ['#ffffff', '#d3e7f5', '#6aa9d8'],
  face: '#f1f7fc',
  side: '#083a64',
  hollow: '#062b4a',
  accent: '#e8571c',
}

export const tones = [paper, deep, mist, azure, dawn] as const

/** Red and gold, for party building only. */
export const party = {
  red: '#c1121f',
  dark: '#8c0b15',
  light: '#e0323b',
  gold: '#f3c65a',
  pale: '#fdf1e2',
  deep: '#b8862b',
}
