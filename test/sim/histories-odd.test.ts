import { describe } from 'vitest'
import { playShare } from './histories.ts'

describe('histories of crashes, cuts, full disks and people (odd seeds)', () => playShare(1, 2))
