/** That of the package; a test holds the two together, and the client starts without reading a file for it. */
export const VERSION = '0.1.0';
