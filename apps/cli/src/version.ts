/** The package's version; a test compares the two, and the client starts without reading a file for it. */
export const VERSION = '0.1.0';
