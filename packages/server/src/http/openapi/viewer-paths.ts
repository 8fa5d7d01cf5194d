/** Of the API reference, below the path of its page. */
export const VIEWER_PATHS = ['/', '/js/scalar.js'] as const;
