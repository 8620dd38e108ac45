import { render } from 'solid-js/web'
import { must } from '../shared/assert.ts'
import { App } from './app.tsx'
import { applyTheme } from './features/accounts/theme.ts'
import './styles/index.css'

// Before the first paint, as far as a policy without inline scripts allows.
applyTheme()
render(() => <App />, must(document.getElementById('app'), 'the element #app in index.html'))
