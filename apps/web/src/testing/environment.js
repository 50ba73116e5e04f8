import { TestEnvironment } from 'jest-environment-jsdom';
import { linkOneAtATime } from './serial-links.js';

linkOneAtATime();

/** jsdom, in a process that links one module graph at a time. */
export default TestEnvironment;
